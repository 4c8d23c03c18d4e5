import fc from 'fast-check'
import type { z } from 'zod'
import type { Endpoint, Form } from '#shared/endpoint.ts'
import { spoiledOrValid, validOf, wireSchema } from './contract-values.ts'
import { hostileText } from './hostile.ts'
import { goodPictures, pictures } from './pictures.ts'
import type { FuzzBody } from './request.ts'
import { anyText, jsonBody, noBody, rarely } from './request-parts.ts'

const fileName = fc.oneof(fc.constantFrom('a.jpg', 'products.csv', '../../a.png', 'a\0.png', ''), hostileText)
const aPicture = fc
  .tuple(fc.constantFrom(...pictures), rarely(fc.nat({ max: 200 })))
  .map(([bytes, cut]) => bytes.subarray(0, cut).toString('base64'))
const csv = fc
  .tuple(
    fc.constantFrom('name,category,price,offerPrice', 'id,name', 'name,category,price,offerPrice,stock,inStock', ''),
    fc.array(fc.array(anyText, { maxLength: 6 }), { maxLength: 6 }),
  )
  .map(([heading, rows]) => [heading, ...rows.map((cells) => cells.join(','))].join('\n'))
const aFile = (field: string) =>
  fc.record({
    field: fc.constantFrom(...Array(5).fill(field), 'file', 'x"y'),
    name: fileName.map((name) => name.replace(/[\r\n"]/g, '')),
    type: fc.constantFrom('image/jpeg', 'image/svg+xml', 'text/csv', 'application/octet-stream'),
    base64: fc.oneof(
      aPicture,
      csv.map((text) => Buffer.from(text).toString('base64')),
    ),
  })

/** A form as a browser would send it, or nearly. */
export function formBody(
  { json, fields = {}, file }: Pick<Form, 'json' | 'fields' | 'file'>,
  body?: z.ZodType,
): fc.Arbitrary<FuzzBody> {
  const names = [...(json ? [json, json] : []), ...Object.keys(fields), 'note']
  const value = body ? spoiledOrValid(body).map((one) => JSON.stringify(one) ?? '') : hostileText
  return fc.record({
    kind: fc.constant('multipart'),
    fields: fc.array(
      fc.tuple(
        fc.constantFrom(...names),
        fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: hostileText }),
      ),
      { maxLength: 3 },
    ),
    files: fc.oneof(
      { weight: 4, arbitrary: fc.array(aFile(file), { maxLength: 1 }) },
      { weight: 1, arbitrary: fc.array(aFile(file), { maxLength: 5 }) },
    ),
    cutAt: rarely(fc.nat({ max: 600 })),
  })
}

function fieldsOf({ json, fields }: Form, body: unknown): [string, string][] {
  if (json) return [[json, JSON.stringify(body)]]
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, value]): [string, string][] =>
    fields?.[name] && value !== undefined
      ? [[name, fields[name] === 'json' ? JSON.stringify(value) : String(value)]]
      : [],
  )
}

/** A body that the endpoint takes, or at least reads. */
export function usualBody({ input, form, body }: Endpoint): fc.Arbitrary<FuzzBody> {
  const value = body && validOf(wireSchema(body))
  if (input === 'csv') return csv.map((text) => ({ kind: 'csv', text }))
  if (!form) return value ? value.map((json) => ({ kind: 'json', value: json })) : noBody
  const goodFile = fc.record({
    field: fc.constant(form.file),
    name: fc.constant('a.jpg'),
    type: fc.constant('image/jpeg'),
    base64: fc.constantFrom(...goodPictures).map((bytes) => bytes.toString('base64')),
  })
  return fc.record({
    kind: fc.constant('multipart'),
    fields: (value ?? noBody).map((one) => fieldsOf(form, one)),
    files: fc.array(goodFile, { maxLength: Math.min(form.most, 2) }),
    cutAt: fc.constant(undefined),
  })
}

export function spoiledBody({ method, input, form, body }: Endpoint): fc.Arbitrary<FuzzBody> {
  if (method === 'GET') return noBody
  if (!form) return jsonBody(body)
  return fc.oneof(
    { weight: 6, arbitrary: formBody(form, body) },
    { weight: input === 'csv' ? 6 : 2, arbitrary: csv.map((text): FuzzBody => ({ kind: 'csv', text })) },
    { weight: 1, arbitrary: jsonBody(undefined) },
  )
}
