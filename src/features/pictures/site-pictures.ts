import pictures from './site-pictures.json' with { type: 'json' }

export type SitePictureName = keyof typeof pictures

export const sitePicture = (name: SitePictureName) => pictures[name]

/** Whatever the picture's content was when the link was written; undefined for other links. */
export function sitePictureAt(link: string) {
  const [, name] = /^\/media\/([\w-]+)-[0-9a-f]{8}\/\d+\.webp$/.exec(link) ?? []
  return Object.entries(pictures).find(([known]) => known === name)?.[1]
}
