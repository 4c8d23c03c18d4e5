import { useEffect } from 'react'

/** "Error: Add an address | Haat". The document's title is outside React here. */
export function useErrorTitle(wrong: boolean, word = 'Error') {
  useEffect(() => {
    if (!wrong) return
    const title = document.title
    document.title = `${word}: ${title}`
    return () => {
      document.title = title
    }
  }, [wrong, word])
}
