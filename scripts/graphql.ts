/**
 * Generates `<name>.graphql.ts` beside each `<name>.graphql` of the sources: the query as a text, and the types of its response,
 * by GitHub's schema. Usage: `npm run graphql`.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { codegen } from '@graphql-codegen/core'
import * as operations from '@graphql-codegen/typescript-operations'
import { parse } from 'graphql'

const schema = parse(readFileSync(new URL('schema.graphql', import.meta.resolve('@octokit/graphql-schema')), 'utf8'))
const scalars = { ID: 'string', URI: 'string', DateTime: 'string' }

/** The content of the module for a query. */
export async function generateQuery(file: string): Promise<string> {
  const source = readFileSync(file, 'utf8')
  const types = await codegen({
    filename: `${file}.ts`,
    schema,
    documents: [{ location: file, document: parse(source) }],
    config: {},
    plugins: [{ operations: { skipTypename: true, mergeFragmentTypes: true, scalars } }],
    pluginMap: { operations },
  })
  // Besides, it generates types of the variables and of the fragments, which nothing needs.
  const [type = ''] = /^export type \w+Query = [\s\S]*?;$/mu.exec(types) ?? []
  const name = basename(file, '.graphql').replace(/-(\w)/gu, (_, letter: string) => letter.toUpperCase())
  return `// Generated from ${basename(file)} by \`npm run graphql\`.\n\nexport const ${name} = \`\n${source}\`\n\n${type}\n`
}

/** Every query of the sources. */
export function listQueries(): string[] {
  return globSync('src/**/*.graphql')
}

if (import.meta.main) for (const file of listQueries()) writeFileSync(`${file}.ts`, await generateQuery(file))
