import type { Plugin } from 'vite'

/**
 * Writes characters beyond ASCII as `\u20b9` in the server's bundle: a single one makes Node keep two bytes for each character (decision
 * 30). Throws behind a backslash and in String.raw, where the text would change.
 */
export function asciiOnly(): Plugin {
  return {
    name: 'ascii-only',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'ssr',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        if (/\\[\u0080-\uffff]|String\.raw`[^`]*[\u0080-\uffff]/.test(file.code))
          this.error(`${file.fileName} has a character beyond ASCII where no escape can stand`)
        file.code = file.code.replace(
          /[\u0080-\uffff]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
      }
    },
  }
}
