/** The documentation service of the test world, beside the action in a job of the sandbox, whose end ends it. */
import { appendFileSync } from 'node:fs'
import { startDocsService } from '../../test/world/docs-service/server.ts'
import { Client, type ClientOptions } from './client.ts'

/** A prompt with this word makes the job go on until its run is cancelled. */
export const SLOW_WORD = 'slowly'

export interface ServiceOptions extends ClientOptions {
  serverUrl: string
  /** Where its agent opens pull requests, instead of `acme/docs`. */
  repository: string
}

export async function startService({ serverUrl, repository, ...options }: ServiceOptions) {
  const client = new Client({ ...options, paceMs: 0 })
  const call = (_login: string, method: string, path: string, body?: object) =>
    client.send(method, path.replace('/repos/acme/docs', `/repos/${repository}`), body)
  const service = await startDocsService({ scenario: { durationMs: 500 }, github: { serverUrl, call } })
  service.onRequest = ({ operation, body }) => {
    if (operation === 'create-job' && JSON.stringify(body).includes(SLOW_WORD)) service.nextJob({ endsAs: 'never' })
  }
  return service
}

if (import.meta.main) {
  const { GITHUB_API_URL = '', GITHUB_SERVER_URL = '', GITHUB_REPOSITORY = '', GH_TOKEN = '' } = process.env
  const where = { apiUrl: GITHUB_API_URL, serverUrl: GITHUB_SERVER_URL, repository: GITHUB_REPOSITORY }
  const { url } = await startService({ ...where, token: GH_TOKEN })
  appendFileSync(process.env['GITHUB_OUTPUT'] ?? '', `url=${url}\n`)
}
