/**
 * Takes the pictures of the READMEs from a run of the demo.
 * Needs Chromium or Chrome, on the PATH or at CHROMIUM_PATH, and pngquant on the PATH.
 * Usage: `node scripts/picture.ts [folder instead of docs/images]`.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname, '..')
const target = resolve(process.argv[2] ?? join(root, 'docs/images'))

/** A realistic time for an agent, for which the script waits. */
const agentSeconds = 212

/** The part of the page in each picture, the elements that are left out, and the width of the window in CSS pixels. */
const subjects = {
  // The thread from its title to the answer to the first command, without the description of the issue.
  thread: { width: 640, selector: '#thread', without: '.lead, article[id^="acme-"], .turn + .turn' },
  // The summary down to the chart by day.
  'page-views': { width: 800, selector: '#page-views .box', without: 'details, details ~ *, .outputs' },
  // The report down to the merged pull requests.
  outcomes: { width: 640, selector: '#outcomes .box', without: 'h3 ~ h3 ~ h3, h3 ~ h3 ~ h3 ~ *, .outputs' },
}

const folder = await mkdtemp(join(tmpdir(), 'picture-'))
try {
  const demo = [join(root, 'test/world/demo.ts'), '--output', folder, '--agent-takes', String(agentSeconds)]
  execFileSync(process.execPath, demo, { stdio: 'inherit' })
  await using browser = await startBrowser(folder)
  await mkdir(target, { recursive: true })
  const url = pathToFileURL(join(folder, 'index.html')).href
  for (const [name, subject] of Object.entries(subjects)) {
    for (const scheme of ['light', 'dark']) {
      const picture = await takePicture(browser, { url, ...subject, scheme })
      const path = join(target, `${name}-${scheme}.png`)
      await writeFile(path, picture)
      console.log(`${path}: ${Math.ceil(picture.length / 1024)} KiB`)
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

interface Browser extends AsyncDisposable {
  /** One command of https://chromedevtools.github.io/devtools-protocol/ and its result. */
  send(method: string, parameters?: object): Promise<Record<string, unknown>>
}

interface Subject {
  url: string
  width: number
  /** CSS selector of the part that the picture shows. */
  selector: string
  /** CSS selector of the elements that are removed from that part. */
  without: string
  scheme: string
}

/** Narrow enough for a phone. The resolution keeps a picture sharp on dense screens and under 80 kB. */
async function takePicture({ send }: Browser, subject: Subject): Promise<Buffer> {
  const { url, width, selector, without, scheme } = subject
  await send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] })
  await send('Emulation.setDeviceMetricsOverride', {
    width,
    height: 800,
    deviceScaleFactor: 1.4,
    mobile: false,
  })
  await send('Page.navigate', { url })
  // The page loads only fonts.
  const expression = `document.fonts.ready.then(() => {
    document.querySelector('header').remove()
    const part = document.querySelector(${JSON.stringify(selector)})
    if (part.matches('section')) part.style.border = 'none'
    for (const element of part.querySelectorAll(${JSON.stringify(without)})) element.remove()
    const { top, height } = part.getBoundingClientRect()
    return JSON.stringify({ y: top + scrollY, height: Math.floor(height) })
  })`
  const { result } = await send('Runtime.evaluate', { expression, awaitPromise: true })
  const { value } = result as { value: string }
  const clip = { x: 0, width, scale: 1, ...(JSON.parse(value) as { y: number; height: number }) }
  const { data } = await send('Page.captureScreenshot', { clip, captureBeyondViewport: true })
  // At most 256 colors are enough for text and charts.
  return execFileSync('pngquant', ['--strip', '--speed', '1', '-'], {
    input: Buffer.from(String(data), 'base64'),
  })
}

async function startBrowser(folder: string): Promise<Browser> {
  const profile = join(folder, 'profile')
  const child = spawn(
    findBrowser(),
    [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--hide-scrollbars'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      ...[`--user-data-dir=${profile}`, '--remote-debugging-port=0', 'about:blank'],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const socket = await connect(child.stderr)
  return {
    send: createSender(socket),
    async [Symbol.asyncDispose]() {
      socket.close()
      child.kill()
      await exited
    },
  }
}

function findBrowser(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
  const candidates = [
    process.env['CHROMIUM_PATH'] ?? '',
    ...names.flatMap((name) => folders.map((path) => join(path, name))),
  ]
  const found = candidates.find((path) => path !== '' && existsSync(path))
  if (found === undefined) throw new Error('Chromium not found. Set CHROMIUM_PATH to its path.')
  return found
}

/** Connects to the page that the browser has opened. The browser prints its own address. */
async function connect(stderr: NodeJS.ReadableStream): Promise<WebSocket> {
  for await (const line of createInterface({ input: stderr })) {
    const [, host] = /^DevTools listening on ws:\/\/([^/]+)\//.exec(line) ?? []
    if (host === undefined) continue
    // More output must not fill the pipe.
    stderr.resume()
    const pages = (await (await fetch(`http://${host}/json/list`)).json()) as {
      type: string
      webSocketDebuggerUrl: string
    }[]
    const page = pages.find(({ type }) => type === 'page')
    if (page === undefined) break
    const socket = new WebSocket(page.webSocketDebuggerUrl)
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', () => reject(new Error('The browser does not answer.')))
    })
    return socket
  }
  throw new Error('The browser ended too early.')
}

function createSender(socket: WebSocket): Browser['send'] {
  let lastId = 0
  return (method, parameters = {}) => {
    lastId += 1
    const id = lastId
    socket.send(JSON.stringify({ id, method, params: parameters }))
    return new Promise((resolve, reject) => {
      socket.addEventListener('message', function receive({ data }) {
        const answer = JSON.parse(String(data)) as {
          id?: number
          result?: object
          error?: { message: string }
        }
        if (answer.id !== id) return
        socket.removeEventListener('message', receive)
        if (answer.error !== undefined) reject(new Error(`${method}: ${answer.error.message}`))
        else resolve({ ...answer.result })
      })
    })
  }
}
