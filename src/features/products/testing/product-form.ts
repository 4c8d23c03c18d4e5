export type Upload = [name: string, content: Buffer | string, type?: string]

const fileOf = ([name, content, type = 'image/jpeg']: Upload) =>
  new File([new Uint8Array(Buffer.from(content))], name, { type })

async function sent(form: FormData) {
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  return {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  }
}

/** Headers and body of a form with `productData` and images, for tests. */
export function productForm(productData: unknown, files: Upload[] = []) {
  const form = new FormData()
  if (productData !== undefined)
    form.set('productData', typeof productData === 'string' ? productData : JSON.stringify(productData))
  for (const file of files) form.append('images', fileOf(file))
  return sent(form)
}

/** Headers and body of a form with pictures for a product that is there, for tests. */
export function pictureForm(files: readonly Upload[], fields: Readonly<Record<string, string>> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const file of files) form.append('picture', fileOf(file))
  return sent(form)
}

/** Headers and body of a form with the certificate of a mark, for tests. */
export function evidenceForm(name: string, content: Buffer) {
  const form = new FormData()
  form.append('evidence', fileOf([name, content]))
  return sent(form)
}
