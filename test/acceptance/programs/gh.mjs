// Stands in for the GitHub CLI: `gh release view`, `gh release edit` and `gh api`, as the recipes call them, on the emulated GitHub.
// It has a token of its own, since the world holds what the workflow's token asks against what the action may ask.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    repo: { type: 'string' },
    json: { type: 'string' },
    jq: { type: 'string' },
    'notes-file': { type: 'string' },
    field: { type: 'string', short: 'f' },
  },
})
const [topic, verb, tag] = positionals
if (!process.env.GH_TOKEN) throw new Error('gh needs a token in GH_TOKEN.')
if (topic === 'api') {
  // The emulator has no requests for reviews.
  console.log(`::notice::asked for ${values.field} at ${verb}`)
  process.exit()
}
if (topic !== 'release') throw new Error(`gh ${topic} is not known here.`)
const releases = `/repos/${values.repo}/releases`
const { id, body } = await call('GET', `${releases}/tags/${tag}`)
if (verb === 'view') console.log(body)
else await call('PATCH', `${releases}/${id}`, { body: readFileSync(values['notes-file'], 'utf8') })

async function call(method, path, content) {
  const response = await fetch(process.env.GITHUB_API_URL + path, {
    method,
    headers: {
      authorization: `Bearer ${process.env.ACCEPTANCE_GH_TOKEN}`,
      'content-type': 'application/json',
    },
    ...(content === undefined ? {} : { body: JSON.stringify(content) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}.`)
  return await response.json()
}
