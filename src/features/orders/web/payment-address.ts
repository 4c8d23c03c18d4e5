/**
 * Where to go to pay. The test checkout is a page of the shop and called by its path: who came by another of the shop's
 * addresses than PUBLIC_URL is not logged in there.
 */
export const paymentAddress = (url: string, publicUrl: string) =>
  url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : url
