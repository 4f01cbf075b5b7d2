/**
 * Takes the pictures of the READMEs from a run of the demo. Needs Chromium or Chrome (`CHROMIUM_PATH`, or `chromium` on the
 * PATH), and pngquant. Usage: `node scripts/picture.ts [folder instead of docs/images]`.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname, '..')
const target = resolve(process.argv[2] ?? join(root, 'docs/images'))

/** The part of the page in each picture, the elements that are left out, and the width of the window in CSS pixels. */
const subjects = {
  // The thread from its title to the answer to the first command, without the description of the issue.
  thread: { width: 640, selector: '#thread', without: '.lead, article[id^="acme-"], .turn + .turn' },
  // The summary down to the chart by day.
  'page-views': { width: 800, selector: '#page-views .box', without: 'details, details ~ *, .outputs' },
  // The report down to the merged pull requests.
  outcomes: { width: 640, selector: '#outcomes .box', without: 'h3 ~ h3 ~ h3, h3 ~ h3 ~ h3 ~ *, .outputs' },
}

/** https://chromium.googlesource.com/chromium/src/+/main/third_party/blink/public/mojom/css/preferred_color_scheme.mojom */
const SCHEMES = { dark: 0, light: 1 }

const folder = mkdtempSync(join(tmpdir(), 'picture-'))
try {
  // A realistic time for an agent, for which the script waits.
  const demo = [join(root, 'test/world/demo.ts'), '--output', folder, '--agent-takes', '212']
  execFileSync(process.execPath, demo, { stdio: 'inherit' })
  mkdirSync(target, { recursive: true })
  for (const [name, subject] of Object.entries(subjects))
    for (const [scheme, number] of Object.entries(SCHEMES)) {
      const path = join(target, `${name}-${scheme}.png`)
      writeFileSync(path, takePicture(subject, `preferredColorScheme=${number}`))
      console.log(path)
    }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Narrow enough for a phone. The resolution keeps a picture sharp on dense screens and under 80 kB. */
function takePicture({ width, selector, without }: (typeof subjects)['thread'], scheme: string): Buffer {
  // The page forbids scripts.
  const page = readFileSync(join(folder, 'index.html'), 'utf8').replace(/<meta http-equiv="Content-Security[^>]*>/u, '')
  // The page shows nothing but the part, and its title is the height of the part.
  const script = `<script>
    const part = document.querySelector(${JSON.stringify(selector)})
    if (part.matches('section')) part.style.border = 'none'
    for (const element of part.querySelectorAll(${JSON.stringify(without)})) element.remove()
    for (let each = part; each !== document.body; each = each.parentElement) {
      for (const other of [...each.parentElement.children]) if (other !== each) other.remove()
      each.parentElement.style.paddingTop = each.style.marginTop = '0'
    }
    document.title = 'height ' + Math.ceil(part.getBoundingClientRect().bottom)
  </script>`
  const subject = join(folder, 'subject.html')
  const picture = join(folder, 'picture.png')
  writeFileSync(subject, page + script)
  const browse = (...flags: string[]) =>
    execFileSync(
      process.env['CHROMIUM_PATH'] ?? 'chromium',
      [
        ...['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', `--user-data-dir=${folder}/profile`],
        ...[`--blink-settings=${scheme}`, '--force-device-scale-factor=1.4', ...flags, pathToFileURL(subject).href],
      ],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    )
  const [, height] = /<title>height (\d+)/u.exec(browse('--dump-dom', `--window-size=${width},800`)) ?? []
  browse(`--screenshot=${picture}`, `--window-size=${width},${height}`)
  // At most 256 colors are enough for text and charts.
  return execFileSync('pngquant', ['--strip', '--speed', '1', '-'], { input: readFileSync(picture) })
}
