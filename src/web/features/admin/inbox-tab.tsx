export default function InboxTab() {
  return null
}
