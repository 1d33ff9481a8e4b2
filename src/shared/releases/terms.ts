export const INVALID_TYPE = 'Invalid File Type'
export const NOT_A_ZIP = {
  title: INVALID_TYPE,
  message: 'This is not a ZIP archive. Product files are ZIP archives, whatever their name says.',
}
