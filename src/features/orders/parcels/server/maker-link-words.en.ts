/** What the office sends a maker by WhatsApp. */
export const makerLinkEn = {
  pack: (store: string, code: string, url: string) => `${store}: please pack parcel ${code}. All of it is here: ${url}`,
}
