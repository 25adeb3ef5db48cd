import { createStandin } from './src/index.ts'
import { rmSync, readdirSync, readFileSync } from 'node:fs'
rmSync('/tmp/rec', {recursive:true, force:true})
const up = await createStandin({ port: 0, fixtures:'demo' })
const px = await createStandin({ port: 0, proxy: { upstream: [up.url], record:'/tmp/rec', onRecorded:(s)=>console.log(s) } })
const show = async (u, path, init={}) => { const r = await fetch(u+path, {...init, headers:{Authorization:'Bearer sandbox-key', ...init.headers}}); return [r.status, (await r.text())] }
const reqs=[['/v1/pets?limit=2'],['/v1/pets'],['/v1/pets/101'],['/v1/pets/999'],['/v1/pets?limit=many'],['/v1/pets',{method:'POST',headers:{'Content-Type':'application/json'},body:JSON.stringify({name:'Rex',categoryId:10})}],['/v1/pets/101'],['/messages',{method:'POST',headers:{'Content-Type':'application/json'},body:JSON.stringify({to:'anna.real@corp.example.org',body:'call +49 151 23456789 anna.real@corp.example.org'})}],['/v1/pets'],['/v1/nope']]
const a=[]; for (const [p,i] of reqs) a.push(await show(px.url,p,i))
await px.close(); await up.close()
for (const d of ['fixtures','scenarios']) for (const f of readdirSync('/tmp/rec/'+d)) console.log(f, readFileSync('/tmp/rec/'+d+'/'+f,'utf8').slice(0,700))
console.log(readFileSync('/tmp/rec/recording.har','utf8').length)
const pb = await createStandin({ port: 0, fixtures:'/tmp/rec/fixtures', scenarios:'/tmp/rec/scenarios' })
for (const [i,[p,o]] of reqs.entries()) { const b=await show(pb.url,p,o); if (JSON.stringify(b)!==JSON.stringify(a[i])) console.log('DIFF',p,a[i],b) }
await pb.close()
