/** The documentation service of the test world, beside the action in a job of the sandbox, whose end ends it. */
import { appendFileSync } from 'node:fs'
import { startDocsService } from '../../test/world/docs-service/server.ts'
import { createClient } from './client.ts'
import { BY_AGENT, type Item } from './sandbox.ts'

/** A prompt with this word makes the job go on until its run is cancelled. */
export const SLOW_WORD = 'slowly'

/** @param where the repository in which its agent opens pull requests, instead of `acme/docs` */
export async function startService(where: { apiUrl: string; serverUrl: string; repository: string; token: string }) {
  const { send, list } = createClient({ ...where, paceMs: 0 })
  const call = (_login: string, method: string, path: string, body?: object) =>
    send(method, path.replace('/repos/acme/docs', ''), body)
  const service = await startDocsService({ github: { ...where, call } })
  service.onRequest = async ({ operation, path, body }) => {
    if (operation === 'create-job' && JSON.stringify(body).includes(SLOW_WORD)) service.nextJob({ endsAs: 'never' })
    const [, id = ''] = /\/job\/([^/]+)/u.exec(path) ?? []
    if (id === '' || service.jobs.some((job) => job.id === id)) return
    // Every attempt of a workflow run has a service of its own: earlier jobs are known by their pull requests.
    const pull = (await list<Item>('/pulls?state=all')).find((each) => each.body?.includes(BY_AGENT + id))
    if (pull === undefined) return
    service.nextJob({ id })
    const job = service.createJob(service.projectId, '')
    await job.finish('no-pull-request')
    job.prLink = pull.html_url
    job.pullRequest = { number: pull.number, url: pull.html_url, branch: pull.head.ref }
  }
  return service
}

if (import.meta.main) {
  const { GITHUB_API_URL: apiUrl = '', GITHUB_SERVER_URL: serverUrl = '' } = process.env
  const { GITHUB_REPOSITORY: repository = '', GH_TOKEN: token = '', GITHUB_OUTPUT: outputs = '' } = process.env
  const { url } = await startService({ apiUrl, serverUrl, repository, token })
  appendFileSync(outputs, `url=${url}\n`)
}
