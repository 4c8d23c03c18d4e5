/** Whether a text tells a secret. A short number stands in an id by chance, too: it counts where no letter or digit is beside it. */
export const says = (text: string, secret: string) =>
  /^[\d.,]+$/.test(secret)
    ? new RegExp(`(?<!\\w)${secret.replaceAll('.', '\\.')}(?!\\w)`).test(text)
    : text.includes(secret)
