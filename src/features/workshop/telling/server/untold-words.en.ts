/** What the office sends by WhatsApp to a maker who cannot be told otherwise. */
export const untoldEn = {
  look: (store: string, url: string) => `${store}: please look into your workshop, something waits there: ${url}`,
}
