/** The card and the message of an invitation. */
export const cardEn = {
  title: (store: string) => `Your workshop at ${store}`,
  code: 'Code of the invitation',
  steps: ['Open the camera of your phone', 'Hold it over the code and open the link', 'Choose a PIN of six digits'],
  once: (until: string) => `It works once, until ${until}`,
  help: 'Ask us for help:',
  message: ({ name, url, until }: { name: string; url: string; until: string }) =>
    `Hello ${name}, open the workshop with this link: ${url} It works once, until ${until}.`,
}
