/** The part of the acceptance test that CI runs in this repository, in a workflow with `issues: write`. */
import { checkClaim } from '../test/acceptance/claim.ts'

const {
  GITHUB_API_URL = '',
  GITHUB_SERVER_URL = '',
  GITHUB_REPOSITORY = '',
  GITHUB_RUN_ID,
  GH_TOKEN = '',
} = process.env
const problems = await checkClaim({
  apiUrl: GITHUB_API_URL,
  serverUrl: GITHUB_SERVER_URL,
  repository: GITHUB_REPOSITORY,
  runId: Number(GITHUB_RUN_ID),
  token: GH_TOKEN,
})
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? 'The claim works on GitHub.' : 'The claim is not as it must be.')
process.exitCode = problems.length === 0 ? 0 : 1
