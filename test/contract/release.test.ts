import { execSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { read, root } from './project-files.ts'

interface Sbom {
  bomFormat: string
  components: { name: string; version: string; hashes?: unknown[] }[]
}

test('a release has a list of packages, with the version and the hash of each that is in a bundle', () => {
  const workflow = read('.github/workflows/release.yml')
  const [, command = '', file = ''] = /^ +(npm sbom .*) > (\S+)$/m.exec(workflow) ?? []
  expect(workflow).toContain(`gh release create "$GITHUB_REF_NAME" ${file} `)

  const printed = execSync(command, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

  const { bomFormat, components } = JSON.parse(printed) as Sbom
  expect(bomFormat).toBe('CycloneDX')
  const listed = components.filter(({ version, hashes = [] }) => version !== '' && hashes.length > 0)
  const licenses = globSync('dist/*/licenses.txt', { cwd: root }).map(read).join('\n\n')
  // The first line of each license, above the kind of license.
  const bundled = [...licenses.matchAll(/^((?:@[\w-]+\/)?[\w.-]+)\n[\w.-]+\n/gm)].map(([, name]) => name)
  expect(bundled).toContain('@octokit/core')
  expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(bundled))
})
