import { expect, test } from 'vitest'
import { linksOf } from './links.ts'

test('linksOf returns the hrefs of the HTML: decoded, in order, without duplicates', () => {
  const html = `<a href="https://a.test/?x=1&amp;y=2">a</a> <a class=b href='https://b.test'>b</a>
    <a href="https://a.test/?x=1&amp;y=2">again</a> <a href="#top">top</a>`
  expect(linksOf({ html, text: 'https://c.test' })).toEqual(['https://a.test/?x=1&y=2', 'https://b.test'])
})

test('linksOf of a mail without HTML returns the URLs in its text, without trailing punctuation', () => {
  expect(linksOf({ text: 'See https://c.test/d. Or (https://e.test)!' })).toEqual([
    'https://c.test/d',
    'https://e.test',
  ])
})
