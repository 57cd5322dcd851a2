declare module 'heic-decode' {
  /** The main picture of a HEIC file, upright, as RGBA. Throws plain errors for whatever it cannot decode. */
  const decode: (file: {
    readonly buffer: Uint8Array
  }) => Promise<{ readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }>
  export default decode
}
