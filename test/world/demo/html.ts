/** HTML that is safe to put into a page. Only the template below makes it, and it escapes what is put in. */
export class Html {
  readonly #source: string
  private constructor(source: string) {
    this.#source = source
  }
  static fromTrustedSource(source: string): Html {
    return new Html(source)
  }
  toString(): string {
    return this.#source
  }
}

type Interpolation = Html | readonly Html[] | string | number

/** Template tag: the literal parts are HTML, strings in between are text. */
export function html(literals: TemplateStringsArray, ...values: Interpolation[]): Html {
  return Html.fromTrustedSource(
    literals.reduce((source, literal, index) => source + renderValue(values[index - 1] ?? '') + literal),
  )
}

function renderValue(value: Interpolation): string {
  if (value instanceof Html) return value.toString()
  if (typeof value === 'object') return value.join('')
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
