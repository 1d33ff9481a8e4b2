/** The style sheet of all sandbox pages. */
export const css = `
:root { color-scheme: dark light; --bg:#0b1113; --card:#121a1d; --line:#223036; --text:#e6efef; --soft:#93a5a8;
  --accent:#3ddc97; --on-accent:#06281a; --bad:#ff8f8f; --warn:#f2c561; }
@media (prefers-color-scheme: light) { :root { --bg:#f5f8f8; --card:#fff; --line:#d8e2e3; --text:#10201f;
  --soft:#546668; --accent:#0b7a4b; --on-accent:#fff; --bad:#b3261e; --warn:#7a5600; } }
* { box-sizing: border-box }
body { margin:0; background:var(--bg); color:var(--text); font:16px/1.5 system-ui,sans-serif }
.banner { background:var(--accent); color:var(--on-accent); text-align:center; font-weight:600; padding:.35rem 1rem;
  font-size:.9rem }
nav { display:flex; flex-wrap:wrap; gap:.25rem 1.25rem; padding:.75rem 1rem; border-bottom:1px solid var(--line) }
main { max-width:60rem; margin:0 auto; padding:1.5rem 1rem 4rem }
main.narrow { max-width:27rem }
h1 { font-size:1.5rem; margin:0 0 .5rem } h2 { font-size:1.1rem; margin:2rem 0 .5rem }
a { color:var(--accent) } .soft { color:var(--soft) } .small { font-size:.875rem }
.card { background:var(--card); border:1px solid var(--line); border-radius:12px; padding:1.25rem; margin:1rem 0 }
.grid { display:grid; gap:1rem; grid-template-columns:repeat(auto-fit,minmax(15rem,1fr)); align-items:end }
.wide { grid-column:1/-1 } .row { display:flex; gap:.5rem; align-items:center }
.actions { display:flex; gap:.5rem; flex-wrap:wrap } .actions form { margin:0 }
.stack { display:grid; gap:.75rem }
.price { font-size:2rem; font-weight:650; font-variant-numeric:tabular-nums; margin:.25rem 0 0 }
label { display:block; font-size:.9rem }
input, select { width:100%; margin-top:.25rem; padding:.6rem .7rem; font:inherit; color:inherit; background:var(--bg);
  border:1px solid var(--line); border-radius:8px }
input[type=checkbox] { width:auto; margin:0; accent-color:var(--accent) }
button { font:inherit; font-weight:600; padding:.55rem .9rem; border-radius:8px; border:1px solid var(--line);
  background:var(--card); color:var(--text); cursor:pointer }
button.primary { background:var(--accent); color:var(--on-accent); border-color:transparent }
button.full { width:100%; padding:.8rem } button.small { padding:.25rem .6rem }
:focus-visible { outline:2px solid var(--accent); outline-offset:2px }
.notice { border:1px solid var(--line); border-left:4px solid var(--accent); border-radius:8px; padding:.7rem .9rem }
.bad { color:var(--bad); border-left-color:var(--bad) }
ul.list { list-style:none; margin:.5rem 0; padding:0; border:1px solid var(--line); border-radius:12px;
  background:var(--card) }
ul.list li { padding:.7rem 1rem; display:flex; flex-wrap:wrap; gap:.25rem 1rem; align-items:center }
ul.list li + li { border-top:1px solid var(--line) } ul.list .grow { flex:1 1 16rem; min-width:0 }
code, pre { font:.85em ui-monospace,monospace; overflow-wrap:anywhere } pre { white-space:pre-wrap }
.tag { font-size:.8rem; padding:.05rem .5rem; border:1px solid var(--line); border-radius:99px; color:var(--soft) }
.tag.good { color:var(--accent) } .tag.bad { color:var(--bad) } .tag.warn { color:var(--warn) }
iframe { width:100%; min-height:32rem; border:1px solid var(--line); border-radius:12px; background:#fff }
dl { display:grid; grid-template-columns:max-content 1fr; gap:.25rem 1rem; margin:0; overflow-wrap:anywhere }
dt { color:var(--soft) } dd { margin:0 }`
