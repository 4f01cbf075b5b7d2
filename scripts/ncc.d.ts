/**
 * ncc brings no types. This is what the build uses of it:
 * https://github.com/vercel/ncc#programmatically-from-nodejs
 */
declare module '@vercel/ncc' {
  function ncc(file: string, options: ncc.Options): Promise<ncc.Result>

  namespace ncc {
    interface Options {
      /** The name of the bundle; those of its chunks end in it. */
      filename: string
      cache: false
      quiet: boolean
    }

    interface Result {
      code: string
      /** What goes beside the bundle, by name. */
      assets: Record<string, { source: string | Buffer }>
      /** https://webpack.js.org/api/node/#stats-object */
      stats: { toJson(): object }
    }
  }

  export = ncc
}
