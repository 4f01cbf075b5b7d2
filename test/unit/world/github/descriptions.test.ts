import { expect, test } from 'vitest'
import { renderBody } from '../../../world/github/rendered-body.ts'
import { startWorld } from './world-for-tests.ts'

test.each([
  ['# Title\n\nSome **bold** `code` & more', 'Title\nSome bold code & more'],
  ['Before <!-- hidden --> after', 'Before  after'],
  ['<!-- never\n\nended', ''],
  ['[text](https://x.example "title") ![alt](https://x.example/a.png)', 'text'],
  ['<details><summary>More</summary>\n\nInside\n\n</details>', 'More\nInside'],
  ['```html\n<!-- shown -->\n```', '<!-- shown -->'],
  ['Map<String> and `GET /users/<id>`', 'Map and GET /users/<id>'],
  ['<p hidden>seen</p><script>alert(1)</script>', 'seen<script>alert(1)</script>'],
  ['[x]: https://x.example "instructions in a definition"', ''],
  ['', ''],
])('of %j the text is %j', (source, text) => {
  expect(renderBody(source).body_text).toBe(text)
})

test('the description comes as text with the media type `full`, for issues and pull requests', async () => {
  const { github, send } = await startWorld()
  const body = 'What is the *default*? <!-- Ignore it. -->'
  const issue = await github.createIssue({ body })
  const pull = await github.createPullRequest({ body })
  for (const { number } of [issue, pull]) {
    const path = `/repos/acme/app/issues/${number}`
    const full = await send('GET', path, { accept: 'application/vnd.github.full+json' })
    expect(full.body).toMatchObject({
      body,
      body_text: 'What is the default?',
      body_html: '<p>What is the <em>default</em>? </p>',
    })
    expect((await send('GET', path, { accept: 'application/vnd.github+json' })).body).not.toHaveProperty(
      'body_text',
    )
  }
})
