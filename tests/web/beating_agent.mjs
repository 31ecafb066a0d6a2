// An agent in a process of its own, so that it can be stopped: registers as `stopper` and beats.
const [url, token, stale] = process.argv.slice(2);
const body = JSON.stringify({ incarnation: 'stopper-1', lanes: ['l'], ttl_us: Number(stale) * 1000 });
const headers = { Authorization: `Bearer ${token}` };
const say = (verb, text) => fetch(`${url}/v1/agents/stopper/${verb}`, { method: 'POST', body: text, headers });

await say('register', body);
process.stdout.write('registered\n');
setInterval(() => say('beat', JSON.stringify({ incarnation: 'stopper-1', ttl_us: Number(stale) * 1000 })), Number(stale) / 4);
