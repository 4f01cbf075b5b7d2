import { readFields, readNumber } from '../untrusted/json.ts'
import type { Requests } from './requests.ts'

/** The account that the token acts as. */
export interface Viewer {
  /** As `user.id` in REST. */
  id: number
}

const VIEWER_QUERY = `query Viewer {
  viewer { databaseId }
}`

export function createViewer({ query }: Requests) {
  return {
    /** Works with the token of a workflow, an app or a person, where REST refuses to name the account. */
    fetchViewer: (): Promise<Viewer> =>
      query({
        operation: "read the token's account",
        permissions: ['metadata: read'],
        text: VIEWER_QUERY,
        variables: {},
        parse(data) {
          const { databaseId } = readFields(readFields(data)['viewer'])
          const id = readNumber(databaseId)
          return id === undefined ? undefined : { id }
        },
      }),
  }
}
