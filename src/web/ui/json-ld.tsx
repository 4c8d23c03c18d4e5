const unsafe: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** JSON that cannot end the script element around it. */
export const escapeJson = (data: unknown) =>
  JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (sign) => unsafe[sign] ?? sign)

/** The one place where JSON is written into a page. */
export function JsonLd({ data }: { data: Record<string, unknown> }) {
  const json = escapeJson({ '@context': 'https://schema.org', ...data })
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON escaped just above; React would escape it as HTML, which a script is not
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
