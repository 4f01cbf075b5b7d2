import { type Html, html } from './html.ts'
import type { Author } from './post.ts'

/** A face for somebody without a picture: the first letter on a color of their own; bots are square. */
export function drawAvatar({ login, isBot }: Author, size: number): Html {
  const sum = [...login].reduce((number, character) => number * 31 + (character.codePointAt(0) ?? 0), 0)
  const color = colors[sum % colors.length] ?? '#0969da'
  const letter = [...login][0]?.toUpperCase() ?? '?'
  const face = isBot
    ? html`<path d="M20 8v5M9 20v6M31 20v6" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/><rect x="12" y="13" width="16" height="16" rx="4" fill="#fff"/><circle cx="17" cy="20" r="2" fill="${color}"/><circle cx="23" cy="20" r="2" fill="${color}"/><path d="M17 25h6" stroke="${color}" stroke-width="1.8" stroke-linecap="round"/>`
    : html`<text x="20" y="27" text-anchor="middle" font-size="20" font-weight="600" fill="#fff">${letter}</text>`
  return html`<svg class="avatar" width="${size}" height="${size}" viewBox="0 0 40 40" aria-hidden="true"><rect width="40" height="40" rx="${isBot ? 9 : 20}" fill="${color}"/>${face}</svg>`
}

/** Each is dark enough for white letters. */
const colors = ['#8250df', '#bf3989', '#0969da', '#1a7f37', '#9a6700', '#bc4c00', '#cf222e']
