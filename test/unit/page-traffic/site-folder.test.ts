import { expect, test } from 'vitest'
import { fetchSiteFolder, findSiteFolder } from '../../../src/page-traffic/site-folder.ts'
import { CancelledError } from '../../../src/runner/cancellation.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'
import { refusal } from '../agent-job/job/job-for-tests.ts'

const PLACE = { owner: 'acme', repo: 'docs' }

test.each<[string, string[], string | undefined]>([
  ['the root', ['docs.json', 'a.mdx'], ''],
  ['a folder', ['README.md', 'docs/docs.json', 'docs/a.mdx'], 'docs/'],
  ['a folder with the older name', ['apps/docs/mint.json'], 'apps/docs/'],
  ['a folder with both', ['docs/mint.json', 'docs/docs.json'], 'docs/'],
  ['the topmost of several', ['docs/examples/docs.json', 'docs/docs.json', 'docs/v1/mint.json'], 'docs/'],
  ['the root above others', ['examples/docs.json', 'docs.json'], ''],
  ['none of several side by side', ['docs/docs.json', 'examples/docs.json'], undefined],
  ['none of several with similar names', ['docs/docs.json', 'docs-old/docs.json'], undefined],
  ['none without a configuration', ['a.mdx', 'my-docs.json', 'docs.json.bak', 'docs/package.json'], undefined],
  ['none of an empty list', [], undefined],
])('the folder of the site is %s', (_name, files, path) => {
  expect(findSiteFolder(files.map(untrustedText))?.path).toBe(path)
})

/** Reads the folder; `answer`: the files, or why they can't be read. */
async function read(answer: string[] | Error, sha: string | undefined, signal = new AbortController().signal) {
  const asked: unknown[] = []
  const fetchTree = async (...request: unknown[]) => {
    asked.push(request)
    if (answer instanceof Error) throw answer
    return answer.map(untrustedText)
  }
  return { ...(await fetchSiteFolder({ github: { fetchTree }, signal }, PLACE, sha)), asked }
}

test('the files are read once, and only if the base is known', async () => {
  const files = ['docs/docs.json', 'docs/a.mdx']
  expect(await read(files, 'abc1234')).toEqual({ folder: { path: 'docs/', files }, asked: [[PLACE, 'abc1234']] })
  expect(await read(files, undefined)).toEqual({ asked: [] })
})

test.each([
  [403, /403\. The token in `github-token` needs `contents: read` there\.$/],
  [404, /404\. The token in `github-token` needs `contents: read` there\.$/],
  [502, /502\. Add a line\.$/],
])("files that can't be read (%i) are a problem that says what helps", async (status, problem) => {
  expect(await read(refusal(status), 'abc1234')).toMatchObject({ problem: expect.stringMatching(problem) })
})

test('a cancelled run, and a bug, end it', async () => {
  const reason = new CancelledError('The run was canceled.')
  await expect(read(refusal(403), 'abc1234', AbortSignal.abort(reason))).rejects.toBe(reason)
  await expect(read(new TypeError('x is not a function'), 'abc1234')).rejects.toBeInstanceOf(TypeError)
})
