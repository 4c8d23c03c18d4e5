/** A page of the seller's area whose login goes on with the code: the password was right. */
export const withStep = (page: string) => changed(page, (search) => search.set('step', 'code'))

export const withoutStep = (page: string) => changed(page, (search) => search.delete('step'))

function changed(page: string, change: (search: URLSearchParams) => void) {
  const [pathname = '', search = ''] = page.split('?', 2)
  const params = new URLSearchParams(search)
  change(params)
  return params.size > 0 ? `${pathname}?${params}` : pathname
}
