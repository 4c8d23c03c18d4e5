// Its own types are those of an ES module; Node loads it as CommonJS, whose default is the function itself.
declare module 'bidi-js' {
  interface Bidi {
    /** A level for each UTF-16 unit; odd levels run from right to left. */
    getEmbeddingLevels(text: string): { levels: Uint8Array }
  }
  export default function bidiFactory(): Bidi
}
