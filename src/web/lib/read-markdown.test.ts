import { expect, test } from 'vitest'
import { piecesOf, readMarkdown } from './read-markdown.ts'

test('a README is read as headings, paragraphs, lists, tables and code', () => {
  const source = `# Planner 1.0\r
\r
Plans a day,
and no more.

\`\`\`sh
# not a heading
python3 plan.py
\`\`\`

| Field | Meaning |
|---|---|
| \`seed\` | any text |

- One item
  that goes on
- Another
## Next
1. First
2. Second`
  expect(readMarkdown(source)).toEqual([
    { kind: 'heading', level: 1, text: 'Planner 1.0' },
    { kind: 'paragraph', text: 'Plans a day, and no more.' },
    { kind: 'code', text: '# not a heading\npython3 plan.py' },
    { kind: 'table', header: ['Field', 'Meaning'], rows: [['`seed`', 'any text']] },
    { kind: 'list', items: ['One item that goes on', 'Another'] },
    { kind: 'heading', level: 2, text: 'Next' },
    { kind: 'list', items: ['First', 'Second'] },
  ])
})

test('what is not known stays text, and a fence without an end takes the rest', () => {
  expect(readMarkdown('<script>alert(1)</script>')).toEqual([
    { kind: 'paragraph', text: '<script>alert(1)</script>' },
  ])
  expect(readMarkdown('```\nopen')).toEqual([{ kind: 'code', text: 'open' }])
  expect(readMarkdown('')).toEqual([])
})

test('a text has code and strong parts, and a link is its text', () => {
  expect(piecesOf('Use `--seed`, **always**, see [the guide](https://elsewhere.example) 2 * 3')).toEqual([
    { kind: 'text', text: 'Use ' },
    { kind: 'code', text: '--seed' },
    { kind: 'text', text: ', ' },
    { kind: 'strong', text: 'always' },
    { kind: 'text', text: ', see the guide 2 * 3' },
  ])
  expect(piecesOf('an `open tick')).toEqual([{ kind: 'text', text: 'an `open tick' }])
})
