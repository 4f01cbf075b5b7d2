import { expect, test } from 'vitest'
import { findFiles, read } from './project-files.ts'

/**
 * The only files outside of `src/untrusted` that open a text by others (`readUntrustedText`), and why. Everybody else can
 * hand it on, but not print, join or store it: the type checker sees to that. Before you add a file here, see
 * whether one of the ways out can take the text as it is.
 */
const READERS: Readonly<Record<string, string>> = {
  // Ways out: they make it inert themselves
  'src/page-views/file/formats.ts': 'quotes it for CSV and JSON',
  'src/page-views/result/outputs.ts': 'puts it into JSON',
  'src/outcomes/result/outputs.ts': 'puts it into JSON',
  // Parsers: text in, text from outside out
  'src/page-traffic/site-views.ts': 'brings paths of the site into one form',
  'src/page-traffic/site-folder.ts': 'looks for the configuration of the site',
  'src/page-traffic/views-of-files.ts': 'compares names of files with paths of the site',
  'src/agent-job/job/written-documentation.ts': 'puts pages in the order of their paths',
  'src/agent-job/request/command.ts': 'looks for the command',
  'src/agent-job/request/prompt.ts': 'puts the instruction into the prompt, and logs it',
  'src/agent-job/changes/quote.ts': 'quotes it for the prompt',
  'src/agent-job/changes/render-changes.ts': 'measures patches',
  'src/agent-job/changes/select-files.ts': 'compares paths',
  'src/agent-job/changes/what-counts.ts': 'compares labels',
  'src/agent-job/changes/find-range.ts': 'compares tags, and asks GitHub by them',
  'src/our-comments/marker.ts': 'looks for our marker',
  'src/page-views/inputs.ts': 'compares paths with globs',
  'src/page-views/reading/data-checks.ts': 'compares paths',
  // Hand it to the log, which makes everything inert, or ask whether it is empty
  'src/agent-job/result/documentation.ts': 'cuts the title of a pull request',
  'src/outcomes/result/render-report.ts': 'cuts the title of a pull request',
  'src/outcomes/reading/edits.ts': 'compares addresses of co-authors',
  'src/agent-job/result/what-changed.ts': 'cuts the titles of pull requests, and the subjects of commits',
  'src/agent-job/job/follow-job.ts': 'logs an unknown status',
  'src/agent-job/job/check-setup.ts': 'counts the characters of the prompt',
  'src/page-views/result/publish.ts': 'logs examples, and what the service said',
  // Sends it, as JSON, to the service
  'src/agent-job/job/create-or-continue.ts': 'sends the prompt',
}

const sources = findFiles('src/**/*.ts')

test('only known files open a text from outside', () => {
  const others = sources.filter((path) => !path.startsWith('src/untrusted/'))
  const readers = others.filter((path) => /\breadUntrustedText\(/u.test(read(path)))
  expect(readers.toSorted()).toEqual(Object.keys(READERS).toSorted())
})

test('only one file casts a text to UntrustedText, or back', () => {
  const casts = sources.filter((path) => /as unknown as (?:string|UntrustedText)\b/u.test(read(path)))
  expect(casts).toEqual(['src/untrusted/text.ts'])
})
