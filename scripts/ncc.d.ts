/**
 * Types for ncc, which has none:
 * https://github.com/vercel/ncc#programmatically-from-nodejs
 */
declare module '@vercel/ncc' {
  function ncc(file: string, options: ncc.Options): Promise<ncc.Result>

  namespace ncc {
    interface Options {
      /** The name of the bundle. */
      filename: string
      cache: boolean
      quiet: boolean
      /** The name of a file for the licenses of the packages. */
      license: string
    }

    interface Result {
      code: string
      /** Other files of the bundle, by name. */
      assets: Record<string, { source: string | Buffer }>
    }
  }

  export = ncc
}
