import { render } from 'preact';

import { App } from './app';
import { followLinks } from './route';
import './style.css';

followLinks();
render(<App />, document.getElementById('app')!);
