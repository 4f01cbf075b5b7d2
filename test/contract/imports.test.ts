import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { findFiles, read } from './project-files.ts'

const IMPORT = /^\s*(?:import|export)\s+[^'";]*?\bfrom\s+'(\.[^']+)'|^\s*import\s+'(\.[^']+)'/gmu
const roomOf = (path: string) => path.split('/')[1] ?? ''

test('a folder of src imports only along the arrows of docs/architecture.md', () => {
  const arrows = [...read('docs/architecture.md').matchAll(/^ {2}([\w-]+) --> ([\w& -]+)$/gmu)]
  const allowed = arrows.flatMap(([, from, to = '']) => to.split(' & ').map((room) => `${from} --> ${room}`))
  const imports = findFiles('src/*/**/*.ts').flatMap((path) =>
    [...read(path).matchAll(IMPORT)].map(([, name, bare = '']) => {
      const to = normalize(join(dirname(path), name ?? bare))
      return { path, arrow: `${roomOf(path)} --> ${roomOf(to)}`, isInside: roomOf(path) === roomOf(to) }
    }),
  )
  expect(imports.filter(({ arrow, isInside }) => !isInside && !allowed.includes(arrow))).toEqual([])
  // Each arrow is used.
  expect(allowed.filter((arrow) => !imports.some((each) => each.arrow === arrow))).toEqual([])
})
