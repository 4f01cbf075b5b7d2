/** HTML that is safe to put into a page: from a trusted source, or made by the template below, which escapes its values. */
export class Html {
  readonly #source: string

  constructor(trustedSource: string) {
    this.#source = trustedSource
  }

  toString(): string {
    return this.#source
  }
}

/** Values of a template; undefined is left out. */
type Interpolation = Html | readonly Html[] | string | number | undefined

/** Template tag: the literal parts are HTML, strings in between are text. */
export function html(literals: TemplateStringsArray, ...values: Interpolation[]): Html {
  return new Html(literals.reduce((source, literal, index) => source + render(values[index - 1]) + literal))
}

function render(value: Interpolation = ''): string {
  if (value instanceof Html) return value.toString()
  if (typeof value === 'object') return value.join('')
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
