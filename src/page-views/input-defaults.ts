/**
 * The defaults of `page-views/action.yml`, for inputs that a step names but leaves empty. `github-token` isn't here, since
 * an empty one means none. A test holds the table against the file.
 */
export const INPUT_DEFAULTS: Readonly<Record<string, string>> = {
  limit: '250',
  offset: '0',
  'max-requests': '100',
  concurrency: '4',
  file: 'page-views.csv',
  top: '10',
  'top-by': 'total',
  compare: 'none',
  'base-url': 'https://api.mintlify.com',
}
