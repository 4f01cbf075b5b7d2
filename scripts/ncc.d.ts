/**
 * Types for ncc, which has none:
 * https://github.com/vercel/ncc#programmatically-from-nodejs
 */
declare module '@vercel/ncc' {
  function ncc(file: string, options: ncc.Options): Promise<ncc.Result>

  namespace ncc {
    interface Options {
      /** The name of the bundle, and the end of the names of its chunks. */
      filename: string
      cache: false
      quiet: boolean
    }

    interface Result {
      code: string
      /** Other files of the bundle, by name. */
      assets: Record<string, { source: string | Buffer }>
      /** https://webpack.js.org/api/node/#stats-object */
      stats: { toJson(): object }
    }
  }

  export = ncc
}
