export default function AllScriptsTab() {
  return null
}
