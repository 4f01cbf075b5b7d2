/**
 * Takes the pictures of the READMEs from a run of the demo. Needs Chromium or Chrome (`CHROMIUM_PATH`, or `chromium` on the
 * PATH), and pngquant. Usage: `node scripts/picture.ts [folder instead of docs/images]`.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PICTURED_POSTS, readPicturedText } from '../test/world/demo/page.ts'

const root = resolve(import.meta.dirname, '..')
const target = resolve(process.argv[2] ?? join(root, 'docs/images'))

/** The sections of the demo's page. */
const SUBJECTS = ['thread', 'page-views', 'outcomes']
const WIDTH = 700

/** https://chromium.googlesource.com/chromium/src/+/main/third_party/blink/public/mojom/css/preferred_color_scheme.mojom */
const SCHEMES = { dark: 0, light: 1 }

const folder = mkdtempSync(join(tmpdir(), 'picture-'))
try {
  execFileSync(process.execPath, [join(root, 'test/world/demo.ts'), '--output', folder], { stdio: 'inherit' })
  mkdirSync(target, { recursive: true })
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  for (const name of SUBJECTS)
    for (const [scheme, number] of Object.entries(SCHEMES)) {
      const path = join(target, `${name}-${scheme}.png`)
      writeFileSync(path, takePicture(page, name, `preferredColorScheme=${number}`))
      console.log(path)
    }
  // A test compares these texts with what the actions write.
  const texts = Object.fromEntries(SUBJECTS.map((name) => [name, readPicturedText(page, name)]))
  writeFileSync(join(target, 'texts.json'), `${JSON.stringify(texts, null, 2)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** A picture of one section. The resolution keeps it sharp on dense screens. */
function takePicture(source: string, id: string, scheme: string): Buffer {
  // The page forbids scripts. Its title becomes the height of the section.
  const page = source.replace(/<meta http-equiv="Content-Security[^>]*>/u, '')
  const script = `<script>
    const section = document.getElementById(${JSON.stringify(id)})
    for (const element of section.querySelectorAll('article:nth-of-type(n+${PICTURED_POSTS + 1})')) element.remove()
    section.firstElementChild.style.marginTop = 0
    document.body.replaceChildren(section)
    document.title = 'height ' + Math.ceil(section.getBoundingClientRect().bottom + 12)
  </script>`
  const subject = join(folder, 'subject.html')
  const picture = join(folder, 'picture.png')
  writeFileSync(subject, page + script)
  const browse = (...flags: string[]) =>
    execFileSync(
      process.env['CHROMIUM_PATH'] ?? 'chromium',
      [
        ...['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', `--user-data-dir=${folder}/profile`],
        ...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
        ...[`--blink-settings=${scheme}`, '--force-device-scale-factor=1.4', ...flags, pathToFileURL(subject).href],
      ],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    )
  const [, height] = /<title>height (\d+)/u.exec(browse('--dump-dom', `--window-size=${WIDTH},800`)) ?? []
  browse(`--screenshot=${picture}`, `--window-size=${WIDTH},${height}`)
  return execFileSync('pngquant', ['--strip', '--speed', '1', '-'], { input: readFileSync(picture) })
}
