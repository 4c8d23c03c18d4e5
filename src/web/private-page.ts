/** For pages that show something of one person, or a login in its place: kept nowhere, and not for search engines. */
export const headers = () => ({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
