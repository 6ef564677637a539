#compdef csmacd
# zsh completion of csmacd: source <(csmacd completion zsh)
_csmacd() {
	local -a found
	found=("${(@f)$(${words[1,CURRENT-1]} --generate-bash-completion 2>/dev/null)}")
	compadd -a found
	_files
}
if [[ ${funcstack[1]} == _csmacd ]]; then # loaded by compinit, at the first TAB
	_csmacd "$@"
else
	compdef _csmacd csmacd
fi
