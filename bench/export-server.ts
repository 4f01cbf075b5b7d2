import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

// A page-view service that does nothing but send prepared bytes, in a process of its own, so that what is
// measured is the client. Usage: node bench/export-server.ts <rows> <rows per page> <latency in ms> [gzip]

const [rows = 0, limit = 250, latencyMs = 0] = process.argv.slice(2).map(Number)
const sections = ['guides', 'api-reference', 'concepts', 'integrations', 'tutorials', 'changelog']

const totals = { human: 0, ai: 0, total: 0 }
const rowOf = (index: number) => {
  const total = Math.floor((rows * 4) / (index + 8)) + 1
  const ai = Math.floor(total * ((index * 0.618) % 1))
  return {
    path: `/${sections[index % sections.length]}/page-about-something-${index}`,
    human: total - ai,
    ai,
    total,
  }
}
for (let index = 0; index < rows; index += 1) {
  const row = rowOf(index)
  totals.human += row.human
  totals.ai += row.ai
  totals.total += row.total
}
const isCompressed = process.argv[5] === 'gzip'
const encode = (text: string) => (isCompressed ? gzipSync(text) : Buffer.from(text))
const pages: Buffer[] = []
for (let offset = 0; offset < Math.max(rows, 1); offset += limit) {
  const views = Array.from({ length: Math.min(limit, rows - offset) }, (_, index) => rowOf(offset + index))
  pages.push(encode(JSON.stringify({ totals, views, hasMore: offset + limit < rows })))
}
const empty = encode(JSON.stringify({ totals, views: [], hasMore: false }))
const encoding = isCompressed ? { 'content-encoding': 'gzip' } : {}

const server = createServer(async (request, response) => {
  const offset = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('offset'))
  const body = pages[offset / limit] ?? empty
  if (latencyMs > 0) await delay(latencyMs)
  const headers = { 'content-type': 'application/json', 'content-length': body.length, ...encoding }
  response.writeHead(200, headers).end(body)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())
