export type Upload = [name: string, content: Buffer | string, type?: string]

/** Headers and body of a form with `productData` and images, for tests. */
export async function productForm(productData: unknown, files: Upload[] = []) {
  const form = new FormData()
  if (productData !== undefined)
    form.set('productData', typeof productData === 'string' ? productData : JSON.stringify(productData))
  for (const [name, content, type = 'image/jpeg'] of files)
    form.append('images', new File([new Uint8Array(Buffer.from(content))], name, { type }))
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  return {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  }
}
