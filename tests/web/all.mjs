// all.mjs -- every test of the page; VERBOSE=1 names those that pass, ONLY=play or views takes a part.
import { launch, Server, summary } from './harness.mjs';
import { play_tests } from './play.mjs';
import { static_tests } from './static.mjs';
import { view_tests } from './views.mjs';

const only = process.env.ONLY ?? '';
if (!only || only === 'static') await static_tests();
if (only !== 'static') {
    const server = await new Server().start();
    const browser = await launch();
    try {
        if (!only || only === 'play') await play_tests(browser, server);
        if (!only || only === 'views') await view_tests(browser, server);
    } finally {
        await browser.close();
        await server.end();
    }
}
process.exitCode = summary() ? 0 : 1;
