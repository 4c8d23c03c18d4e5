/** The test checkout is a page of the shop, so its path alone: on another address than PUBLIC_URL the shopper is not logged in. */
export const paymentAddress = (url: string, publicUrl: string) =>
  url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : url
